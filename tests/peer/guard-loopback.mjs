import { Socket } from 'node:net'

const local = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/**
 * From now on a connection of this process to anything but this machine fails.
 * @param {(host: string) => void} onRefused
 */
export function guardLoopback(onRefused) {
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (...args) {
    const [first, second] = Array.isArray(args[0]) ? args[0] : args
    const target = typeof first === 'object' ? first : { port: first, host: second }
    const host = String(target.host ?? 'localhost')
    if (target.path || local.test(host)) return connect.apply(this, args)
    onRefused(host)
    queueMicrotask(() =>
      this.destroy(
        Object.assign(new Error(`${host} is not this machine`), { code: 'ECONNREFUSED' }),
      ),
    )
    return this
  }
}
