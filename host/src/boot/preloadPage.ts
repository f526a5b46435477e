/** Preloads the page's files while the last program file is still arriving: earlier they would delay the program on a slow line. */
export function preloadPage(): void {
  const program = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-required]')];
  const request = () => {
    observer.disconnect();
    document.removeEventListener('load', onLoad, true);
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="page-file"]')) {
      // webpack loads same-origin files without CORS; a preload that differs would be fetched for nothing.
      if (new URL(link.href).origin === location.origin) link.crossOrigin = null;
      link.rel = 'preload';
    }
  };
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntries().some(({ name }) => program().some(({ src }) => src === name))) request();
  });
  observer.observe({ type: 'resource', buffered: true });
  // When all program files arrive at once, the first one runs before the observer is notified, and the last would delay the notification.
  const onLoad = ({ target }: Event) => {
    if (program().some((script) => script === target)) request();
  };
  document.addEventListener('load', onLoad, true);
}
