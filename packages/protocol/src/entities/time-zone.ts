// This list is in a separate module, because only code that calls a gateway needs it.

/**
 * Time zones in which the first relay or gateway host is often out of reach, so that the other
 * hosts of the owner's list are tried first. Names are compared in upper case.
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

/** Whether a time zone is in this list; `zone` is an `Intl` name such as `Asia/Shanghai`. */
export function isRestrictedTimeZone(zone: string): boolean {
  return (restrictedTimeZones as readonly string[]).includes(zone.toUpperCase())
}
