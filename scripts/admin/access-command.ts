import { changeAccess } from '../../server/imports/load/changes.ts'
import { catalogOf } from './catalog.ts'
import { command, type MakeCommand, option, required } from './command.ts'
import { appId, companyId } from './option-values.ts'
import { list } from './output.ts'

const listAccess = command({
  name: 'list',
  description: 'list which companies can read which apps',
  parameters: {
    company: option('<id>', 'only of this company', companyId),
    app: option('<id>', 'only of this app', appId),
  },
  json: 'print as JSON',
  async inStore({ company, app }, storage) {
    const { app_access: pairs, companies, apps } = await catalogOf(storage)
    const companyNames = new Map(companies.map(({ company_id, name }) => [company_id, name]))
    const appsById = new Map(apps.map(app => [app.app_id, app]))
    const selected = pairs.filter(
      pair =>
        (company === undefined || pair.company_id === company) &&
        (app === undefined || pair.app_id === app),
    )
    const listed = selected.map(pair => ({
      companyId: pair.company_id,
      companyName: companyNames.get(pair.company_id) ?? null,
      appId: pair.app_id,
      appName: appsById.get(pair.app_id)?.name ?? null,
      live: appsById.get(pair.app_id)?.live ?? false,
    }))
    return list(listed, 'No access.', pair => ({
      company: String(pair.companyId),
      'company name': pair.companyName,
      app: String(pair.appId),
      'app name': pair.appName,
      live: pair.live ? 'yes' : 'no',
    }))
  },
})

function changeCommand(granted: boolean): MakeCommand {
  return command({
    name: granted ? 'grant' : 'revoke',
    description: granted
      ? 'give a company access to an app'
      : "revoke a company's access to an app, including its download links",
    parameters: {
      company: required('<id>', 'the company', companyId),
      app: required('<id>', 'the app', appId),
    },
    json: 'print {companyId, appId, granted, changed} as JSON',
    async inStore({ company, app }, { imports }, { progress }) {
      const access = { companyId: company, appId: app, granted }
      const changed = await changeAccess(imports, access, progress)
      if (!changed)
        throw new Error(
          `company ${company} ${granted ? 'can already read' : 'already has no access to'} app ${app}; see access list`,
        )
      return {
        json: { ...access, changed },
        messages: [
          `Company ${company} ${granted ? 'can now read' : 'can no longer read'} app ${app}.`,
        ],
      }
    },
  })
}

export const access = command({
  name: 'access',
  description: 'list, grant and revoke access of companies to apps',
  commands: [listAccess, changeCommand(true), changeCommand(false)],
})
