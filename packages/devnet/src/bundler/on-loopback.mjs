import { Server } from 'node:net'

// The bundler has no setting for its bind address, so this limits every listener to loopback.
const listen = Server.prototype.listen
Server.prototype.listen = function (options, ...rest) {
  const isPort = typeof options === 'object' && options !== null && 'port' in options
  return listen.call(this, isPort ? { ...options, host: '127.0.0.1' } : options, ...rest)
}
