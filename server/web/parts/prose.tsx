/** A sentence with unbroken amounts: a line cannot end after a sign or before `/day`. */
export function Prose({ children: text }: { children: string }) {
  return (
    <>
      {text
        .split(/([−+][\p{Sc}\d]\S*|\S+\/day)/u)
        .map((part, index) => (index % 2 === 1 ? <span class="nw">{part}</span> : part))}
    </>
  )
}
