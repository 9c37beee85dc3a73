import type { Activity, Month } from '@latchkey/core'
import { memo, type NamedExoticComponent } from 'react'
import { ActivityRow } from './ActivityRow.tsx'
import { Block } from './Block.tsx'

export declare namespace MonthRows {
  interface Props extends Omit<ActivityRow.Props, 'activity'> {
    readonly month: Month<Activity>
    readonly title: string
    /**
     * Time at which the list was opened. For rows more than a day older, this time is used instead
     * of the current one, so that they are not drawn again when the clock advances.
     */
    readonly opened: number
  }
}

/** One month of the history; drawn again only when one of its rows has changed. */
export const MonthRows: NamedExoticComponent<MonthRows.Props> = memo(
  function MonthRows({ month, title, opened, now, ...rowProps }: MonthRows.Props) {
    return (
      <>
        <h3 className="month">{title}</h3>
        {splitIntoBlocks(month.items).map((items, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new item shifts all later blocks
          <Block key={index}>
            {items.map((activity) => (
              <li key={activity.id}>
                <ActivityRow
                  {...rowProps}
                  activity={activity}
                  now={activity.at < opened - dayMs ? opened : now}
                />
              </li>
            ))}
          </Block>
        ))}
      </>
    )
  },
  (a, b) =>
    isSameMonth(a.month.items, b.month.items) &&
    a.title === b.title &&
    a.words === b.words &&
    a.locale === b.locale &&
    a.currency === b.currency &&
    a.onPress === b.onPress &&
    (a.now === b.now || (b.month.items[0]?.at ?? 0) < b.opened - dayMs),
)

const dayMs = 86_400_000
const blockSize = 25

function splitIntoBlocks<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / blockSize) }, (_, index) =>
    items.slice(index * blockSize, (index + 1) * blockSize),
  )
}

function isSameMonth(a: readonly Activity[], b: readonly Activity[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}
