import { jsx } from 'react/jsx-runtime'
import { Connect } from './connect.js'

export default function Page() {
  return jsx(Connect, {})
}
