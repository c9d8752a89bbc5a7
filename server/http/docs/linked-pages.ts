/**
 * Turns `#id` links into links to the page that contains the id.
 * @param base the last segment of the first page's path, which is the page ''; the others are below it
 */
export function linkedPages(base: string, pages: ReadonlyMap<string, string>): Map<string, string> {
  const places = new Map(
    [...pages].flatMap(([name, page]) =>
      [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => [id!, name] as const),
    ),
  )
  return new Map(
    [...pages].map(([from, page]) => {
      const link = (id: string): string => {
        const to = places.get(id) ?? from
        if (to === from) return `#${id}`
        const path = from === '' ? `${base}/${to}` : to === '' ? `../${base}` : to
        // A page about one item is named by the item's id and begins with it.
        return to === id ? path : `${path}#${id}`
      }
      return [
        from,
        page.replace(/href="#([^"]*)"/g, (_, id: string) => `href="${link(id)}"`),
      ] as const
    }),
  )
}
