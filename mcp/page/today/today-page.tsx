import './today.css'
import { useOverview } from '../data/use-overview.ts'
import { Link } from '../link.tsx'
import { appScreen } from '../screen.ts'

/** All apps of the company: what is off target, and what to do first. */
export function TodayPage() {
  const { data } = useOverview()
  return (
    <>
      <h1>Today</h1>
      <ul>
        {data?.map(({ appId: id, name }) => (
          <li key={id}>
            <Link to={appScreen(id)}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
