const countFormat = new Intl.NumberFormat()
const compactNumber = new Intl.NumberFormat(undefined, {
  notation: 'compact',
  maximumFractionDigits: 1,
})
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
})
const dateAndTime = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const timeWithSeconds = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const date = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * Formats numbers and times in the browser's language; times are UTC, like the gateway's counts.
 */
export const format = {
  count: (value: number): string => countFormat.format(value),
  short: (value: number): string => compactNumber.format(value),
  /** The share of `count` in `total`; a dash when `total` is zero. */
  share: (count: number, total: number): string =>
    total > 0 ? percent.format(count / total) : '–',
  day: (time: number): string => day.format(time),
  hour: (time: number): string => hour.format(time),
  moment: (time: number): string => dateAndTime.format(time),
  second: (time: number): string => timeWithSeconds.format(time),
  date: (time: number): string => date.format(time),
}
