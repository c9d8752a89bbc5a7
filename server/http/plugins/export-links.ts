import type { Plugin } from '@hapi/hapi'
import type { Caller } from '../../model/caller.ts'

/** Tells who made a link; rejects with the problem to answer where the link is altered or over. */
export type LinkCaller = (link: string) => Promise<Caller>

/** Lets in who follows a signed link, its only credential: the authentication strategy `exportLink`, on paths with `{link}`. */
export const exportLinks: Plugin<{ linkCaller: LinkCaller }> = {
  name: 'export-links',
  register(server, { linkCaller }) {
    server.auth.scheme('export-link', () => ({
      async authenticate(request, h) {
        const caller = await linkCaller(String(request.params['link']))
        return h.authenticated({ credentials: { app: { ...caller, counted: false } } })
      },
    }))
    server.auth.strategy('exportLink', 'export-link')
  },
}
