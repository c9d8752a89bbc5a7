import { allRead } from '../checks/all-read.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { contentTag } from './answer-context.ts'
import { readableApps } from '../access/readable-app.ts'

/** `GET /v1/apps`: the company's live apps, by id. */
export function listApps({ store }: HandlerDeps): Handlers['listApps'] {
  return async ({ companyId, query, path }) => {
    allRead(query, path)
    const catalog = await store.catalog()
    const apps = readableApps(catalog, companyId)
    const company = catalog.companies.find(({ company_id }) => company_id === companyId)
    return {
      kind: 'list',
      tag: contentTag(
        'listApps',
        company?.version ?? '',
        apps.map(app => [app.app_id, app.version]),
      ),
      headers: {},
      body: async () => apps.map(app => ({ id: app.app_id, name: app.name, createdAt: app.created_at })),
    }
  }
}
