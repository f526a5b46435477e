/** Requests the page's files while the program's last one is still arriving: earlier they would delay the program on a slow line. */
export function preloadPage(): void {
  const program = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-required]')];
  const request = () => {
    observer.disconnect();
    document.removeEventListener('load', onLoad, true);
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="page-file"]')) {
      // Files of the page's own origin are asked for without CORS (webpack's rule): a preload that differs is fetched for nothing.
      if (new URL(link.href).origin === location.origin) link.crossOrigin = null;
      link.rel = 'preload';
    }
  };
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntries().some(({ name }) => program().some(({ src }) => src === name))) request();
  });
  observer.observe({ type: 'resource', buffered: true });
  // Where the whole program arrives at once, its first file has run before the observer is told, and the last would hold it up.
  const onLoad = ({ target }: Event) => {
    if (program().some((script) => script === target)) request();
  };
  document.addEventListener('load', onLoad, true);
}
