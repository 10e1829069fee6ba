// Runs before the first paint, so that no page flashes in the wrong theme: the person's choice, else the system's.
;(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null
    }
  }
  // Around the page, where the browser draws it: the page's own colors, as index.html has them for light and dark.
  const around = [...document.querySelectorAll('meta[name="theme-color"]')]
  const colors = around.map(({ content }) => content)
  const colorAround = () => {
    const [light, dark] = colors
    for (const meta of around) meta.content = document.documentElement.classList.contains('dark') ? dark : light
  }
  addEventListener('themechange', colorAround)
  const apply = () => {
    const theme = chosen()
    document.documentElement.classList.toggle('dark', theme ? theme === 'dark' : system.matches)
    dispatchEvent(new Event('themechange'))
  }
  apply()
  system.addEventListener('change', apply)
  addEventListener('storage', apply)
})()
