import { Component, type ComponentChildren } from 'preact'
import { Notice } from '../parts/notice.tsx'

interface GuardedProps {
  answer: object
  children: ComponentChildren
}

/** What is drawn of an answer; where that fails, a word about it instead, until there is another answer. */
export class Guarded extends Component<GuardedProps, { failed: object | null }> {
  override state = { failed: null }

  override componentDidCatch(error: unknown): void {
    console.error(error)
    this.setState({ failed: this.props.answer })
  }

  override render() {
    if (this.state.failed !== this.props.answer) return this.props.children
    return (
      <Notice tone="error" title="This answer cannot be shown">
        The host gave it in a form that the view does not know. It is in the chat, as text.
      </Notice>
    )
  }
}
