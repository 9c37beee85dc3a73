import { Server } from 'node:net'

// The bundler listens on every address of the computer and cannot be told otherwise.
const listen = Server.prototype.listen
Server.prototype.listen = function (options, ...rest) {
  const isPort = typeof options === 'object' && options !== null && 'port' in options
  return listen.call(this, isPort ? { ...options, host: '127.0.0.1' } : options, ...rest)
}
