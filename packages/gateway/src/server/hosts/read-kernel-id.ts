import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Id of the running operating system: on Linux the boot id of the kernel, which all containers of a
 * machine share.
 */
export function readKernelId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 64)
  } catch {
    return `${process.platform} ${hostname()}`.slice(0, 64)
  }
}
