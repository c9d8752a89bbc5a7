import type { ComponentChildren } from 'preact'

type Heading = readonly [words: ComponentChildren, kind?: string, hint?: string]

/** The headings of an unsorted table, with the class of their column. */
export function TableHead({ of }: { of: readonly (Heading | false)[] }) {
  return (
    <thead>
      <tr>
        {of
          .filter(heading => heading !== false)
          .map(([words, kind, hint], index) => (
            <th key={index} scope="col" class={kind} title={hint}>
              {words}
            </th>
          ))}
      </tr>
    </thead>
  )
}
