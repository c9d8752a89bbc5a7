import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Campaign } from '../../../generated/client/models.ts'
import { platformName } from '../parts/words.ts'
import { APPS_AT_ONCE } from './alerts/use-inbox.ts'
import { useOverview } from './data/use-overview.ts'
import { useChanges, useService } from './data/use-answer.ts'
import { Dialog } from './dialog.tsx'
import { Names } from '../parts/names-as-text.tsx'
import { ALERTS, appScreen, type Screen, TODAY, TRUST } from './screen.ts'
import { useNavigation } from './use-screen.ts'

interface PaletteItem {
  key: string
  name: string
  /** Where it is: `Merge Manor`, `iOS`, `Google Ads`. */
  path: readonly string[]
  to: Screen
}

/** Maximum results shown; add a word to narrow them. */
const MOST = 30

/** Finds screens, apps and campaigns by any words of their names, and opens one. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { go, screen } = useNavigation()
  const { all: apps } = useOverview()
  const [sought, setSought] = useState('')
  const [chosen, setChosen] = useState(0)
  // The displayed app first: each app costs a request.
  const here = screen.at === 'app' ? screen.appId : null
  const searched = [...apps]
    .sort((a, b) => Number(b.appId === here) - Number(a.appId === here))
    .slice(0, APPS_AT_ONCE)
  const campaigns = useCampaigns(searched.map(({ appId }) => appId))
  const everything = useMemo(() => {
    const screens: PaletteItem[] = [
      { key: 't', name: 'Today', path: [], to: TODAY },
      { key: 'a', name: 'Alerts', path: [], to: ALERTS },
      { key: 'r', name: 'Track record', path: [], to: TRUST },
    ]
    const named = apps.map(({ appId, name }): PaletteItem => ({
      key: `app ${appId}`,
      name,
      path: ['App'],
      to: appScreen(appId),
    }))
    const rows = searched.flatMap(({ appId, name }) =>
      (campaigns.get(appId) ?? []).map(({ platform, network, campaign }): PaletteItem => ({
        key: JSON.stringify([appId, platform, network, campaign]),
        name: campaign,
        path: [name, network, platformName(platform)],
        to: appScreen(appId, {
          panel: network,
          open: { platform, network, campaign, country: null },
        }),
      })),
    )
    return [...screens, ...named, ...rows].map(item => ({
      item,
      text: foldedOf([item.name, ...item.path].join(' ')),
    }))
  }, [apps, campaigns.size])
  const matches = useMemo(() => search(everything, sought), [everything, sought])
  const visible = matches.slice(0, MOST)
  const at = Math.min(chosen, visible.length - 1)
  const open = (to: Screen) => {
    onClose()
    go(to)
  }
  return (
    <Dialog class="palette" aria-label="Search" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Search apps, campaigns and screens"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={at < 0 ? undefined : `found-${at}`}
        autocomplete="off"
        spellcheck={false}
        placeholder="App, campaign, network or screen"
        value={sought}
        onInput={({ currentTarget }) => {
          setSought(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={event => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (step !== 0) setChosen(Math.max(0, Math.min(visible.length - 1, at + step)))
          else if (event.key === 'Enter' && visible[at] !== undefined) open(visible[at].to)
          else return
          event.preventDefault()
        }}
      />
      <ul id="found" role="listbox" aria-label="Found">
        {visible.map(({ key, name, path, to }, index) => (
          <li
            key={key}
            id={`found-${index}`}
            role="option"
            aria-selected={index === at}
            ref={element => void (index === at && element?.scrollIntoView({ block: 'nearest' }))}
            onClick={() => open(to)}
          >
            <bdi class="nm">{name}</bdi>{' '}
            <span class="m s nm">
              <Names of={path} />
            </span>
          </li>
        ))}
      </ul>
      <p class="m s" aria-live="polite">
        {visible.length === 0
          ? 'Nothing has all of these words.'
          : matches.length > MOST && `${matches.length - MOST} more: add a word.`}
        {campaigns.size < searched.length && ' Loading campaigns.'}
        {searched.length < apps.length &&
          ` Campaigns of ${searched.length} of ${apps.length} apps; open another app to search its own.`}
      </p>
    </Dialog>
  )
}

/** Campaigns by app, as far as loaded. */
function useCampaigns(apps: readonly number[]): ReadonlyMap<number, readonly Campaign[]> {
  const service = useService()
  const keyOf = (appId: number) => JSON.stringify(['campaigns', appId])
  useChanges(service)
  useEffect(() => {
    for (const appId of apps)
      void service.ask(keyOf(appId), client => client.listCampaigns({ appId }))
  }, [service, apps.join()])
  return new Map(
    apps.flatMap(appId => {
      const { data } = service.entry<Campaign[]>(keyOf(appId))
      return data === undefined ? [] : [[appId, data] as const]
    }),
  )
}

/** Items that contain every word: first names that start with the first word, then those with more words at the start of one of the name's. */
function search(
  everything: readonly { item: PaletteItem; text: string }[],
  sought: string,
): PaletteItem[] {
  const words = foldedOf(sought)
    .split(' ')
    .filter(word => word !== '')
  const [first = ''] = words
  return everything
    .filter(({ text }) => words.every(word => text.includes(word)))
    .map(({ item, text }) => ({
      item,
      rank: Number(text.startsWith(first)) * (words.length + 1) + begun(text, words),
    }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ item }) => item)
}

/** Number of words that start a word of the text. */
function begun(text: string, words: readonly string[]): number {
  const spaced = ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
  return words.filter(word => spaced.includes(` ${word}`)).length
}

/** Without case and accents. */
function foldedOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
