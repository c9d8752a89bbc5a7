import { Fragment } from 'preact'
import { Prose } from './prose.tsx'
import { splitNames } from '../../core/words/isolate.ts'

/** A sentence with isolated names, each in `<bdi>`. */
export function Sentence({ children }: { children: string }) {
  return (
    <>
      {splitNames(children).map((part, index) =>
        index % 2 === 1 ? <bdi key={index}>{part}</bdi> : <Prose key={index}>{part}</Prose>,
      )}
    </>
  )
}

/** Several names, each with its own direction: `Merge Manor · Google Ads · iOS`. */
export function Names({
  of,
  join = ' · ',
}: {
  of: readonly (string | null | undefined | false)[]
  join?: string
}) {
  const names = of.filter(name => typeof name === 'string' && name !== '')
  return (
    <>
      {names.map((name, index) => (
        <Fragment key={index}>
          {index > 0 && join}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </>
  )
}
