import { useState } from 'preact/hooks'
import { EstimatesChart } from '../../views/roas-history/estimates.tsx'
import { useAppHistory } from '../campaign/use-history.ts'
import { Loaded } from '../trouble-notice.tsx'
import type { App } from './use-app.ts'

interface HistoryPictureProps {
  answer: Pick<ReturnType<typeof useAppHistory>, 'data'>
  app: App
  target: number | null
}

/** How estimates of install weeks became actual: a line per week, the median and the middle 80 %. */
export function HistoryPicture({ answer: { data }, app, target }: HistoryPictureProps) {
  const { targetDsi, format } = app.context
  if (data === undefined || data.cohorts.length === 0) return null
  const { cohorts, fullFromAge, actualFromAge } = data
  return (
    <EstimatesChart
      {...{ cohorts, fullFromAge, actualFromAge, target, format }}
      dsi={targetDsi}
      chosen={cohorts.at(-1)?.key}
    />
  )
}

/** The picture of the whole app, requested when it is opened. */
export function AppHistory({ app, target }: Omit<HistoryPictureProps, 'answer'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="hist" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>How forecasts of earlier weeks turned out</summary>
      {isOpen && <Opened app={app} target={target} />}
    </details>
  )
}

function Opened({ app, target }: Omit<HistoryPictureProps, 'answer'>) {
  const answer = useAppHistory(app)
  return (
    <Loaded what="The history" answer={answer} block="est-sk">
      {({ cohorts }) =>
        cohorts.length === 0 ? (
          <p class="m">No run kept estimates of this app yet.</p>
        ) : (
          <>
            <p class="m s">
              The whole app by install week, Monday to Sunday, whatever the filters. The thick line
              is the newest week.
            </p>
            <HistoryPicture {...{ answer, app, target }} />
          </>
        )
      }
    </Loaded>
  )
}
