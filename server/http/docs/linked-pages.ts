/**
 * Makes links between pages of what is written as links within one: `#id` leads to the page that has the id.
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
        const fragment = to === id ? '' : `#${id}`
        if (to === from) return `#${id}`
        return `${from === '' ? `${base}/${to}` : to === '' ? `../${base}` : to}${fragment}`
      }
      return [
        from,
        page.replace(/href="#([^"]*)"/g, (_, id: string) => `href="${link(id)}"`),
      ] as const
    }),
  )
}
