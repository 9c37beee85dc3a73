import { jsx } from 'react/jsx-runtime'
import { createRoot } from 'react-dom/client'
import { Connect } from './connect.js'

createRoot(document.getElementById('root')).render(jsx(Connect, {}))
