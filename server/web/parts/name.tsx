/** The end of a name that stays when it is cut: from a separator on, or ten Latin characters. */
const END = /[\s|_/·:-].{3,12}$|[ -~]{10}$/su

/** Shorter names are not cut in the middle. */
const SHORT = 20

/** Room for the characters of an end: none is wider, in any of the fonts. */
function widthOf(end: string): number {
  return [...end].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 1.4 : 0.72), 0)
}

/** A name in one line, in its own direction. It is cut in the middle, since names of one network often differ at the end. */
export function Name({ children: name }: { children: string }) {
  const end = name.length > SHORT ? name.search(END) : -1
  if (end === -1) return <bdi>{name}</bdi>
  const room = widthOf(name.slice(end))
  return (
    <bdi class="name">
      <span style={{ maxWidth: `calc(100% - ${room}em)` }}>{name.slice(0, end)}</span>
      <span style={{ minWidth: `${room}em` }}>{name.slice(end)}</span>
    </bdi>
  )
}
