import { Component, type ComponentType } from 'preact'

/** A component that is drawn again only when one of its properties is another: for what there are hundreds of. */
export function remembered<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const before = this.props
      return (Object.keys({ ...before, ...next }) as (keyof Props)[]).some(name => before[name] !== next[name])
    }

    render() {
      return <Inner {...this.props} />
    }
  }
}
