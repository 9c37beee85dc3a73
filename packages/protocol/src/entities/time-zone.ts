// Apart from the constants: only who asks a gateway needs them.

/**
 * Time zones in which the alternative relay and gateway hosts of the owner's list go first.
 * Compare upper-cased.
 */
export const restrictedTimeZones = [
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
] as const

/** The same for a zone as `Intl` names it: `Asia/Shanghai`. */
export function isRestrictedTimeZone(zone: string): boolean {
  return (restrictedTimeZones as readonly string[]).includes(zone.toUpperCase())
}
