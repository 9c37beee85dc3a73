import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Names the system that runs now: on Linux one boot of a kernel, which all containers of a machine
 * share.
 */
export function thisKernel(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 64)
  } catch {
    return `${process.platform} ${hostname()}`.slice(0, 64)
  }
}
