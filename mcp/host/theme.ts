import { useEffect, useState } from 'preact/hooks'
import { keepTheme, keptTheme, type Theme } from './kept.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Light or dark: as chosen, else as the system is. */
export function useTheme(): { chosen: Theme; theme: 'light' | 'dark'; choose: (theme: Theme) => void } {
  const [chosen, setChosen] = useState(keptTheme)
  const [isDark, setDark] = useState(dark.matches)
  useEffect(() => {
    const changed = () => setDark(dark.matches)
    dark.addEventListener('change', changed)
    return () => dark.removeEventListener('change', changed)
  }, [])
  const theme = chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  return {
    chosen,
    theme,
    choose(next) {
      keepTheme(next)
      setChosen(next)
    },
  }
}
