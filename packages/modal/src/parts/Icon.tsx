import type { ReactElement } from 'react'

export type IconName =
  | 'back'
  | 'close'
  | 'help'
  | 'gear'
  | 'grid'
  | 'wallet'
  | 'check'
  | 'warn'
  | 'out'
  | 'key'
  | 'door'
  | 'network'
  | 'switch'
  | 'code'
  | 'copy'

const circle = 'M17.500 10a7.500 7.500 0 1 1-15 0a7.500 7.500 0 0 1 15 0'

// One family: 20 px, strokes of 1.5 px, round ends.
const paths: Readonly<Record<IconName, string>> = {
  back: 'm12 4-6 6 6 6',
  close: 'm5 5 10 10M15 5 5 15',
  help: `${circle}M8 8a2 2 0 1 1 2.600 2c-.5.2-.6.5-.6 1v.3M10 13.800v.1`,
  gear: 'M3 6h7M14.500 6H17M3 14h2.500M10 14h7M14.500 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M9.500 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0',
  grid: 'M8 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M16 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M8 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0M16 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0',
  wallet:
    'M3 6.500A2.500 2.500 0 0 1 5.500 4H14v3M3 6.500V14a2.500 2.500 0 0 0 2.500 2.500h10A1.500 1.500 0 0 0 17 15V8.500A1.500 1.500 0 0 0 15.500 7H3.500M13.500 11.700v.1',
  check: 'm4.500 10.500 3.500 3.500 7.500-8',
  warn: `${circle}M10 6.500V10.500M10 13.400v.1`,
  out: 'M7 13 13.500 6.500M8 6.500h5.500V12',
  key: 'M9.500 12.500a3.500 3.500 0 1 1-7 0a3.500 3.500 0 0 1 7 0M8.500 10 16 2.500M13 5.500l2.500 2.500',
  door: 'M8.500 3.500H15A1.500 1.500 0 0 1 16.500 5v10a1.500 1.500 0 0 1-1.500 1.500H8.500M3 10h9M9 7l3 3-3 3',
  network:
    'M12 5a2 2 0 1 1-4 0a2 2 0 0 1 4 0M6.500 15a2 2 0 1 1-4 0a2 2 0 0 1 4 0M17.500 15a2 2 0 1 1-4 0a2 2 0 0 1 4 0M9 6.800 5.500 13.200M11 6.800l3.500 6.400M6.500 15h7',
  switch: 'M4 7h11l-3-3M16 13H5l3 3',
  code: 'M3.500 3.500h5v5h-5zM11.500 3.500h5v5h-5zM3.500 11.500h5v5h-5zM11.500 11.500h2v2M16.500 11.500v2M11.500 16.500h2M16.500 16.500v.1',
  copy: 'M7.500 7.500h9v9h-9zM12.500 7.500v-4h-9v9h4',
}

export declare namespace Icon {
  interface Props {
    readonly name: IconName
  }
}

/** One icon of the family. Decoration only: the control has a name. */
export function Icon({ name }: Icon.Props): ReactElement {
  return (
    <svg
      aria-hidden="true"
      className="icon"
      viewBox="0 0 20 20"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
