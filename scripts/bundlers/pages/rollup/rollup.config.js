import commonjs from '@rollup/plugin-commonjs'
import nodeResolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import terser from '@rollup/plugin-terser'

export default {
  input: 'main.js',
  output: { dir: 'dist', format: 'es' },
  plugins: [
    nodeResolve({ browser: true }),
    commonjs(),
    replace({ preventAssignment: true, 'process.env.NODE_ENV': JSON.stringify('production') }),
    terser(),
  ],
}
