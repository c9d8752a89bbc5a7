import './page.css'
import './shell.css'
import { render } from 'preact'
import { Page } from './page.tsx'
import { applyTheme, keptTheme } from './settings.ts'
import { SignIn } from './sign-in/sign-in.ts'
import { titleCutText } from '../parts/title-cut-text.ts'

applyTheme(keptTheme())
titleCutText()
// Before the address is read.
const signIn = SignIn.open()
const root = document.createElement('div')
root.id = 'page'
document.body.append(root)
render(<Page signIn={signIn} />, root)
