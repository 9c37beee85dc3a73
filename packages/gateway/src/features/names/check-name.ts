import { normalize } from 'viem/ens'
import { refusal } from '../../base/refuse.ts'

const formatPattern = /^[a-z\d.-]+$/
const [shortest, longest] = [3, 64]

/**
 * The first label of a name that the zone may have, checked in this order: zone there, format,
 * length, zone.
 * @throws a refusal: 400 `name`
 */
export function checkName(name: string, zone: string | undefined): string {
  if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
  const [label = '', ...rest] = name.split('.')
  if (!formatPattern.test(name) || !isNormal(name))
    throw refusal(400, 'name', 'Only letters a-z, digits and hyphens')
  if (rest.length !== 2 || label.length < shortest || label.length > longest)
    throw refusal(400, 'name', `Three parts, the first of ${shortest} to ${longest} letters`)
  if (rest.join('.') !== zone) throw refusal(400, 'name', `Names here end in .${zone}`)
  return label
}

/** ENSIP-15: what is not its own normal form cannot be looked up by anybody. */
function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
