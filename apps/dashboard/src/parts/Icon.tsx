import type { ReactElement } from 'react'

const paths = {
  overview: 'M4 16V10m4 6V5m4 11v-4m4 4V8',
  live: 'M3 10h3l2-5 4 10 2-5h3',
  emails:
    'M4 5h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm-.6 1 6.6 4.8L16.6 6',
  orders: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17ZM8 7h4M8 10.5h4',
  project: 'M4 6h12M4 10h12M4 14h7',
  access: 'M12.5 7.5a3 3 0 1 1-1.2 2.4L5 16.2V18H2.8v-2.4l6.6-6.6a3 3 0 0 1 3.1-1.5Z',
  leave: 'M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3m4-9 3 3-3 3m3-3H8',
  add: 'M10 4v12M4 10h12',
  copy: 'M8 8V5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-3M5 8h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z',
  table: 'M4 5h12v10H4zM4 9h12M9 9v6',
  chart: 'M4 15l4-5 3 3 5-7',
  download: 'M10 4v8m-3.5-3L10 12.5 13.5 9M4 16h12',
  pause: 'M7.5 5v10m5-10v10',
  play: 'M7 5l8 5-8 5z',
} as const

export function Icon({ name }: { readonly name: keyof typeof paths }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}

export function Logo(): ReactElement {
  return (
    <svg className="logo" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="10" />
      <path d="M11 27V19m6 8V13m6 14v-6m6 6V16" />
    </svg>
  )
}
