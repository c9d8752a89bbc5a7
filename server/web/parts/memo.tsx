import { Component, type ComponentType } from 'preact'

/** Memoizes a component, for lists of hundreds. */
export function memo<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const before = this.props
      return (Object.keys({ ...before, ...next }) as (keyof Props)[]).some(
        name => before[name] !== next[name],
      )
    }

    render() {
      return <Inner {...this.props} />
    }
  }
}
