/** The end of a name that stays when it is cut: from a separator on, or ten Latin characters. */
const END = /[\s|_/·:-].{3,12}$|[ -~]{10}$/su

/** Shorter names are not cut in the middle. */
const SHORT = 20

/** A name in one line, in its own direction. It is cut in the middle, since names of one network often differ at the end. */
export function Name({ children: name }: { children: string }) {
  const end = name.length > SHORT ? name.search(END) : -1
  if (end === -1) return <bdi>{name}</bdi>
  return (
    <bdi class="name">
      <span>{name.slice(0, end)}</span>
      {name.slice(end)}
    </bdi>
  )
}
