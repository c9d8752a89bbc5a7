import { useEffect } from 'preact/hooks'
import { AlertsPage } from './alerts/alerts-page.tsx'
import { AppPage } from './app/app-page.tsx'
import type { Trouble } from './data/trouble.ts'
import { useOverview } from './data/use-overview.ts'
import { Countdown } from './countdown.tsx'
import { Shell } from './shell.tsx'
import { TodayPage } from './today/today-page.tsx'
import { useNavigation } from './use-screen.ts'

interface ScreensProps {
  onForget?: (() => void) | undefined
  /** The credential is not valid any more. */
  onRefused: (trouble: Trouble) => void
}

/** The screen that the address names. */
export function Screens({ onForget, onRefused }: ScreensProps) {
  const { screen } = useNavigation()
  const overview = useOverview()
  const { trouble } = overview
  useEffect(() => {
    if (trouble?.kind === 'key') onRefused(trouble)
  }, [trouble])
  return (
    <Shell isOpen onForget={onForget} bar={<Countdown />}>
      {screen.at === 'today' && <TodayPage />}
      {screen.at === 'alerts' && <AlertsPage screen={screen} />}
      {screen.at === 'app' && <AppPage screen={screen} />}
    </Shell>
  )
}
