import './page.css'
import './shell.css'
import { render } from 'preact'
import { Page } from './page.tsx'

const root = document.createElement('div')
root.id = 'page'
document.body.append(root)
render(<Page />, root)
