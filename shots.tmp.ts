import { chromium } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
const B='http://127.0.0.1:4878'
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] })
for (const [n,w,h] of [['w',1440,900],['n',360,740],['m',1200,800],['x',1344,800]] as const) {
  const c = await b.newContext({ viewport:{width:w,height:h} }); const p = await c.newPage()
  const errs: string[]=[]; p.on('console', m=>m.type()==='error'&&errs.push(m.text())); p.on('pageerror', e=>errs.push(e.message))
  const shot = async (name: string, path: string, full=true) => { await p.goto(B+path); await p.waitForLoadState('networkidle'); await p.screenshot({ path:`/tmp/rs-shots/${n}-${name}.png`, fullPage: full })
    const { violations } = await new AxeBuilder({page:p}).analyze(); const sw = await p.evaluate(()=>[document.documentElement.scrollWidth, document.documentElement.clientWidth]); console.log(n,name,violations.map(v=>v.id+':'+v.nodes.map(x=>x.target).join(';')),sw.join('/'), errs.splice(0)) }
  await shot('search-ragi','/search?q=ragi')
  if (n==='m'||n==='x') { await shot('header','/',false); continue }
  await shot('search-none','/search?q=xyzzy',false); await shot('search-empty','/search',false)
  await shot('home','/',false); await shot('hyd','/hydration',false)
  await shot('prod-reviews','/product/complete-box?reviewed=1'); 
  await p.locator('#reviews').screenshot({path:`/tmp/rs-shots/${n}-reviews.png`})
  await p.goto(B+'/product/cajun'); await p.locator('#reviews').screenshot({path:`/tmp/rs-shots/${n}-noreviews.png`})
  await shot('rev-out','/product/complete-box/review',false)
  await p.goto(B+'/auth/signin'); await p.getByLabel('Email',{exact:true}).fill('customer@demo.test'); await p.getByLabel('Password',{exact:true}).fill('Millet-2026'); await p.getByRole('button',{name:'Sign In'}).click(); await p.waitForURL(B+'/')
  await shot('rev-form','/product/complete-box/review')
  await shot('rev-notyet','/product/cajun/review',false)
  const orders = await (await p.request.get(B+'/api/orders')).json(); const d = orders.find((o:any)=>o.status==='delivered')
  await shot('order','/orders/'+d.id)
}
await b.close()
