import { allRead } from '../checks/all-read.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { App } from '../model/catalog.ts'
import { digest } from '../model/content-names.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { contentTag } from './answer-context.ts'
import { readableApps } from '../access/readable-app.ts'

// A company's apps are the same object while the catalog is.
const tags = new WeakMap<ReadonlyMap<number, App>, string>()

/** `GET /v1/apps`: the company's live apps, by id. */
export function listApps({ store }: HandlerDeps): Handlers['listApps'] {
  return async ({ companyId, query, path }) => {
    allRead(query, path)
    const apps = readableApps(await store.catalog(), companyId)
    return { kind: 'list', tag: tagOf(apps), headers: {}, body: async () => displayed(apps) }
  }
}

function tagOf(apps: ReadonlyMap<number, App>): string {
  const known = tags.get(apps)
  if (known !== undefined) return known
  const tag = contentTag('listApps', [digest(displayed(apps))], {})
  tags.set(apps, tag)
  return tag
}

function displayed(apps: ReadonlyMap<number, App>) {
  return [...apps.values()].map(app => ({ id: app.app_id, name: app.name, createdAt: app.created_at }))
}
