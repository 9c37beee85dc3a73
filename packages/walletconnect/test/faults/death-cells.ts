import type { Death, When } from './label-frames.ts'

/**
 * Frames of a connection, in the order they pass; of relays that know the composite methods, and of
 * those before them.
 */
const handshake = [
  'page > wc_proposeSession',
  'page < answer:wc_proposeSession',
  'wallet > irn_batchSubscribe',
  'wallet < answer:irn_batchSubscribe',
  'wallet < push:1100',
  'wallet > receipt:1100',
  'wallet > wc_approveSession',
  'wallet < answer:wc_approveSession',
  'page < push:1101',
  'page > receipt:1101',
  'page > irn_batchSubscribe',
  'page < answer:irn_batchSubscribe',
  'page < push:1102',
  'page > receipt:1102',
  'page > irn_publish:1103',
  'page < answer:irn_publish:1103',
  'wallet < push:1103',
  'wallet > receipt:1103',
] as const
const classicHandshake = [
  'page > irn_publish:1100',
  'page < answer:irn_publish:1100',
  'wallet > irn_publish:1101',
  'wallet < answer:irn_publish:1101',
  'wallet > irn_publish:1102',
  'wallet < answer:irn_publish:1102',
] as const
const request = [
  'page > irn_publish:1108',
  'page < answer:irn_publish:1108',
  'wallet < push:1108',
  'wallet > receipt:1108',
  'wallet > irn_publish:1109',
  'wallet < answer:irn_publish:1109',
  'page < push:1109',
  'page > receipt:1109',
] as const
const ending = [
  'page > irn_publish:1112',
  'page < answer:irn_publish:1112',
  'wallet < push:1112',
  'wallet > receipt:1112',
] as const

export type Phase = 'handshake' | 'request' | 'ending'

export interface DeathCell {
  readonly phase: Phase
  readonly label: string
  readonly when: When
  readonly death: Death
  readonly isClassic: boolean
}

/**
 * Every frame that passes between a page and a wallet, its loss and its arrival, by each way a
 * relay dies.
 */
export const deathCells: readonly DeathCell[] = [
  ...cellsOf('handshake', handshake, false),
  ...cellsOf('handshake', classicHandshake, true),
  ...cellsOf('request', request, false),
  ...cellsOf('ending', ending, false),
]

function cellsOf(
  phase: Phase,
  labels: readonly string[],
  isClassic: boolean,
): readonly DeathCell[] {
  return labels.flatMap((label) =>
    (['lost', 'met'] as const).flatMap((when) =>
      (['cut', 'refusing', 'silent'] as const).map((death) => ({
        phase,
        label,
        when,
        death,
        isClassic,
      })),
    ),
  )
}

/** A relay that is away for longer than anything waits for it. */
export const goneCells: readonly DeathCell[] = deathCells
  .filter(({ death }) => death === 'cut')
  .map((cell) => ({ ...cell, death: 'gone' }))

/** All that passes when nothing goes wrong, but for what leaves topics and its answers. */
export const wholeTalk: readonly string[] = [...handshake, ...request, ...ending]
