export { type FastifyPlugin, fastifyPlugin } from './fastify-plugin.ts'
