import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

export interface TabEntry {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
}

interface Props {
  /** Name of the set. */
  readonly label: string
  readonly tabs: readonly TabEntry[]
  readonly selected?: string | undefined
  readonly onSelect?: ((id: string) => void) | undefined
}

export function Tabs({ label, tabs, selected, onSelect }: Props) {
  return (
    <AriaTabs
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
      className="flex flex-col"
    >
      <TabList aria-label={label} className="flex gap-1 overflow-x-auto border-b border-ink-200 px-1">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-px flex min-h-11 cursor-pointer items-center gap-2 rounded-t-md border-b-3 border-transparent px-3.5 font-medium whitespace-nowrap text-ink-600 hover:text-ink-950 selected:border-brand-600 selected:text-ink-950"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-5">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
