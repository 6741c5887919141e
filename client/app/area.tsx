import { useNavigate } from 'react-router'
import { closeSession } from '#client/data/session.ts'
import { Shell } from './shell.tsx'

/** The signed-in area. */
export function Area() {
  const navigate = useNavigate()
  return (
    <Shell
      chip={null}
      banners={null}
      extraEntries={[]}
      onVisit={(to) => void navigate(to)}
      onSignOut={() => closeSession({ forget: true })}
    />
  )
}
