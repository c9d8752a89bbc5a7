import { allRead } from '../checks/all-read.ts'
import type { Answer, Handlers } from '../http/contract/answers.ts'
import type { App } from '../model/catalog.ts'
import { digest } from '../model/content-names.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { contentTag } from './answer-context.ts'
import { readableApps } from '../access/readable-app.ts'

/** `GET /v1/apps`: the company's live apps, by id. */
export function listApps({ store }: HandlerDeps): Handlers['listApps'] {
  return async ({ companyId, query, path }) => {
    allRead(query, path)
    const apps = readableApps(await store.catalog(), companyId)
    const known = answers.get(apps)
    if (known !== undefined) return known
    const displayed = [...apps.values()].map(app => ({ id: app.app_id, name: app.name, createdAt: app.created_at }))
    const answer = {
      kind: 'list' as const,
      tag: contentTag('listApps', [digest(displayed)], {}),
      headers: {},
      body: async () => displayed,
    }
    answers.set(apps, answer)
    return answer
  }
}

// A company's apps are the same object while the catalog is.
const answers = new WeakMap<ReadonlyMap<number, App>, Answer<'listApps'>>()
