/** A sentence whose amounts stay whole: a line may not end behind a sign or before `/day`. */
export function Prose({ children: text }: { children: string }) {
  return <>{text.split(/([−+]\p{Sc}\S*|\S+\/day)/u).map((part, index) => (index % 2 === 1 ? <span class="nw">{part}</span> : part))}</>
}
