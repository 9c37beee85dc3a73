const whole = new Intl.NumberFormat()
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
})
const moment = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const second = new Intl.DateTimeFormat(undefined, {
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
  count: (value: number): string => whole.format(value),
  short: (value: number): string => short.format(value),
  /** The share of `part` in `all`; a dash when `all` is zero. */
  share: (part: number, all: number): string => (all > 0 ? percent.format(part / all) : '–'),
  day: (at: number): string => day.format(at),
  hour: (at: number): string => hour.format(at),
  moment: (at: number): string => moment.format(at),
  second: (at: number): string => second.format(at),
  date: (at: number): string => date.format(at),
}
