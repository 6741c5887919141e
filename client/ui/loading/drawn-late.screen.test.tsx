import { screen } from '@testing-library/dom'
import { StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { drawnLate, type DrawnLate } from './drawn-late.tsx'

interface ChartProps {
  readonly year: number
}
const Chart = ({ year }: ChartProps) => <p>{`Cifras de ${year}`}</p>

interface PageProps extends ChartProps {
  readonly part: DrawnLate<ChartProps>
  readonly onAlive?: () => void
}
function Page({ part: Part, year, onAlive }: PageProps) {
  useEffect(() => onAlive?.(), [onAlive])
  return (
    <>
      <h1>{`Año ${year}`}</h1>
      <Part year={year} />
    </>
  )
}

test('[CH9] what the server drew stands while its page is drawn anew, until its code is here, which draws what is shown by then', async () => {
  const ofServer = drawnLate(() => Promise.resolve(Chart))
  ofServer.atOnce(Chart)
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Page part={ofServer} year={2022} />)
  const code = Promise.withResolvers<typeof Chart>()
  const part = drawnLate(() => code.promise)
  const alive = Promise.withResolvers<void>()
  const drawn = (year: number) => (
    <StrictMode>
      <Page part={part} year={year} onAlive={alive.resolve} />
    </StrictMode>
  )
  const root = hydrateRoot(place, drawn(2022))
  await alive.promise
  const wanted = part.want()
  root.render(drawn(2024))
  await screen.findByRole('heading', { name: 'Año 2024' })
  expect(screen.getByText('Cifras de 2022')).toBeVisible()

  code.resolve(Chart)
  await wanted
  expect(await screen.findByText('Cifras de 2024')).toBeVisible()
  expect(screen.queryByText('Cifras de 2022')).not.toBeInTheDocument()
  root.render(drawn(2023))
  expect(await screen.findByText('Cifras de 2023')).toBeVisible()
  root.unmount()
  place.remove()
})
