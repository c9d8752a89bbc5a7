import './page.css'
import './shell.css'
import { render } from 'preact'
import { Page } from './page.tsx'
import { applyTheme, keptTheme } from './settings.ts'

applyTheme(keptTheme())
const root = document.createElement('div')
root.id = 'page'
document.body.append(root)
render(<Page />, root)
