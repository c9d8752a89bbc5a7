import { Prose } from './prose.tsx'

/** The words of a step, the action in bold, followed by reason or purpose. */
export function StepText({ words }: { words: string }) {
  const end = words.indexOf(': ')
  return (
    <>
      <b>
        <Prose>{end < 0 ? words : words.slice(0, end)}</Prose>
      </b>
      {end >= 0 && <Prose>{words.slice(end)}</Prose>}
    </>
  )
}
