import { Command } from 'commander'
import type { Config } from '../../server/core/runtime/config.ts'
import { changeAccess } from '../../server/imports/load/changes.ts'
import { printError, printJson } from '../../server/core/runtime/print.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { withStore } from '../../server/core/model/store.ts'
import { appId, companyId } from './option-values.ts'
import { printList } from './print-list.ts'

interface Pair {
  company: number
  app: number
}

export function accessCommand(config: Config): Command {
  const access = new Command('access').description(
    'list, grant and revoke access of companies to apps',
  )

  access
    .command('list')
    .description('list which companies can read which apps')
    .option('--company <id>', 'only of this company', companyId)
    .option('--app <id>', 'only of this app', appId)
    .option('--json', 'print as JSON')
    .action(async ({ company, app, json }: Partial<Pair> & { json?: boolean }) => {
      const catalog = await withStorage(config, storage =>
        withStore(storage, store => store.catalog()),
      )
      const { app_access: pairs, companies, apps } = catalog
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
      printList(listed, json, {
        none: 'No access.',
        columns: pair => ({
          company: String(pair.companyId),
          'company name': pair.companyName,
          app: String(pair.appId),
          'app name': pair.appName,
          live: pair.live ? 'yes' : 'no',
        }),
      })
    })

  for (const granted of [true, false]) {
    access
      .command(granted ? 'grant' : 'revoke')
      .description(
        granted
          ? 'give a company access to an app'
          : "revoke a company's access to an app, including its download links",
      )
      .requiredOption('--company <id>', 'the company', companyId)
      .requiredOption('--app <id>', 'the app', appId)
      .option('--json', 'print {companyId, appId, granted, changed} as JSON')
      .action(async ({ company, app, json }: Pair & { json?: boolean }) => {
        const changed = await withStorage(config, ({ imports }) =>
          changeAccess(imports, { companyId: company, appId: app, granted }, line =>
            printError(line),
          ),
        )
        if (!changed)
          throw new Error(
            `company ${company} ${granted ? 'can already read' : 'already has no access to'} app ${app}; see access list`,
          )
        if (json) return printJson({ companyId: company, appId: app, granted, changed })
        printError(
          `Company ${company} ${granted ? 'can now read' : 'can no longer read'} app ${app}.`,
        )
      })
  }

  return access
}
