import type { Plugin } from '@hapi/hapi'

/** Tells the company that a link was made for; rejects with the problem to answer where the link is altered or over. */
export type LinkCompany = (link: string) => Promise<number>

/** Lets in who follows a signed link, its only credential: the authentication strategy `exportLink`, on paths with `{link}`. */
export const exportLinks: Plugin<{ linkCompany: LinkCompany }> = {
  name: 'export-links',
  register(server, { linkCompany }) {
    server.auth.scheme('export-link', () => ({
      async authenticate(request, h) {
        const companyId = await linkCompany(String(request.params['link']))
        return h.authenticated({ credentials: { app: { companyId, keyId: null, counted: false } } })
      }
    }))
    server.auth.strategy('exportLink', 'export-link')
  }
}
