import type { ReactElement } from 'react'

export type IconName = 'back' | 'close' | 'grid' | 'wallet' | 'check' | 'warn' | 'out' | 'code'

const circlePath = 'M17.500 10a7.500 7.500 0 1 1-15 0a7.500 7.500 0 0 1 15 0'

// Icons with one look: 20 px, strokes of 1.5 px, round ends.
const paths: Readonly<Record<IconName, string>> = {
  back: 'm12 4-6 6 6 6',
  close: 'm5 5 10 10M15 5 5 15',
  grid: 'M8 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M16 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M8 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0M16 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0',
  wallet:
    'M3 6.500A2.500 2.500 0 0 1 5.500 4H14v3M3 6.500V14a2.500 2.500 0 0 0 2.500 2.500h10A1.500 1.500 0 0 0 17 15V8.500A1.500 1.500 0 0 0 15.500 7H3.500M13.500 11.700v.1',
  check: 'm4.500 10.500 3.500 3.500 7.500-8',
  warn: `${circlePath}M10 6.500V10.500M10 13.400v.1`,
  out: 'M7 13 13.500 6.500M8 6.500h5.500V12',
  code: 'M3.500 3.500h5v5h-5zM11.500 3.500h5v5h-5zM3.500 11.500h5v5h-5zM11.500 11.500h2v2M16.500 11.500v2M11.500 16.500h2M16.500 16.500v.1',
}

export declare namespace Icon {
  /** `path`: an icon that a later chunk defines itself, so that a page does not load it early. */
  type Props = { readonly name: IconName } | { readonly path: string }
}

/** Draws one icon. It is decoration only, because the control around it has a name. */
export function Icon(props: Icon.Props): ReactElement {
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
      <path d={'path' in props ? props.path : paths[props.name]} />
    </svg>
  )
}
