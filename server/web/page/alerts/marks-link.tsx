import { useEffect, useState } from 'preact/hooks'
import { written } from '../../parts/copy.tsx'
import { keepMarks, type Marks, mergeMarks, parseMarks } from './marks.ts'

/** Behind `#`, so that marks never reach the service or its log. */
const PART = '#marks='

/** Maximum marks in a link, the newest. */
const MOST = 400

/** Where marks are stored, a link that copies them to another browser, and the marks from such a link. */
export function MarksLink({ marks }: { marks: Marks }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const [brought, setBrought] = useState(readLink)
  useEffect(() => {
    const changed = () => setBrought(readLink())
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  const count = Object.keys(marks).length
  const news = Object.entries(mergeMarks(marks, brought)).filter(
    ([key, mark]) => marks[key] !== mark,
  ).length
  const leave = () => {
    history.replaceState(null, '', location.pathname + location.search)
    setBrought({})
  }
  return (
    <>
      {Object.keys(brought).length > 0 && (
        <div class="card notice" role="alert">
          <p class="b">
            {news === 0
              ? 'This link brings no mark that is newer than yours.'
              : `This link brings ${news === 1 ? '1 mark' : `${news} marks`} of done and snoozed campaigns.`}
          </p>
          <p>
            {news > 0 && (
              <button
                class="btn main"
                onClick={() => {
                  keepMarks(mergeMarks(marks, brought))
                  leave()
                }}
              >
                Add them to mine
              </button>
            )}{' '}
            <button class="btn" onClick={leave}>
              Leave them out
            </button>
          </p>
        </div>
      )}
      <div class="foot s marks">
        Done and snoozed are kept in this browser, since the service is read-only: other people and
        browsers do not see them.
        {count > 0 && (
          <>
            {' '}
            <button
              class="lnk"
              onClick={() =>
                void written(linkOf(marks)).then(isCopied => setCopied(isCopied ? 'yes' : 'no'))
              }
            >
              {copied === 'yes'
                ? 'Link copied'
                : `Copy a link with ${count === 1 ? 'the mark' : `the ${Math.min(count, MOST)} marks`}`}
            </button>
            {copied === 'no' && (
              <textarea
                readOnly
                rows={3}
                aria-label="Link with the marks"
                value={linkOf(marks)}
                ref={area => area?.select()}
              />
            )}
          </>
        )}
      </div>
    </>
  )
}

function linkOf(marks: Marks): string {
  const newest = Object.entries(marks)
    .sort(([, a], [, b]) => b.at.localeCompare(a.at))
    .slice(0, MOST)
  return `${location.origin}${location.pathname}?view=alerts${PART}${encodeURIComponent(JSON.stringify(Object.fromEntries(newest)))}`
}

function readLink(): Marks {
  try {
    return location.hash.startsWith(PART)
      ? parseMarks(decodeURIComponent(location.hash.slice(PART.length)))
      : {}
  } catch {
    return {}
  }
}
