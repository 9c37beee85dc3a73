import { normalize } from 'viem/ens'
import { refusal } from '../../base/refuse.ts'

const formatPattern = /^[a-z\d.-]+$/
const [shortest, longest] = [3, 64]

/**
 * Checks a name and returns its first label, in this order: zone configured, format, length, zone.
 * @throws a refusal: 400 `name`
 */
export function checkName(name: string, zone: string | undefined): string {
  if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
  const [label = '', ...zoneLabels] = name.split('.')
  if (!formatPattern.test(name) || !isNormal(name))
    throw refusal(400, 'name', 'Only letters a-z, digits and hyphens')
  if (zoneLabels.length !== 2 || label.length < shortest || label.length > longest)
    throw refusal(400, 'name', `Three parts, the first of ${shortest} to ${longest} letters`)
  if (zoneLabels.join('.') !== zone) throw refusal(400, 'name', `Names here end in .${zone}`)
  return label
}

/** A name that is not normalised (ENSIP-15) could never be looked up, so it is refused. */
function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
