"""Recalcula cada resultado de este archivo. Uso: python3 recalcular.py [carpeta]. Python 3.9 o posterior, sin bibliotecas.
Recomputes every result of this archive. Nothing is left out silently: what cannot be recomputed is counted and fails the run."""
import json, pathlib, sys
from decimal import ROUND_HALF_UP, Decimal

def rounded(number):
    """Four decimals, half away from zero, of the fifteen digits that a number is sure of."""
    return float(Decimal(format(number, '.15g')).quantize(Decimal('0.0001'), ROUND_HALF_UP)) + 0.0
class Form:
    def __init__(self, definition):
        self.dimensions, self.questions = ({each['id']: each for each in definition[name]} for name in ('dimensions', 'questions'))
    def worth(self, question, key='value'):
        return next((each['value'] for each in question['points'] if each['key'] == key), 0)
    def most(self, id):
        """The most that a question earns with what it opens: its best choices, or its value; of a block also its inner questions."""
        question = self.questions[id]
        kind, below = question['kind'], [self.questions[each] for each in question['dependent']]
        def choice(value):
            opened = sum(self.most(each['id']) for each in below if each['visibleIf'] == value)
            return rounded(self.worth(question, key_of(value)) + opened)
        if kind == 'Boolean': return rounded(max(0, choice(True), choice(False)))
        gains = sorted((choice(each['value']) for each in question['options']), reverse=True)
        if kind == 'Single': return rounded(max([0, *gains]))
        if kind == 'Multiple': return rounded(sum(gain for gain in gains[:question.get('max') or len(gains)] if gain > 0))
        return rounded(max(0, self.worth(question) + sum(self.most(each) for each in question['block'])))
def key_of(value): return str(value).lower() if isinstance(value, bool) else value
def accepted(unit): return bool(unit['decision']) and unit['decision']['decision'] == 'Accepted'
def rows_of(value): return value['rows'] if isinstance(value, dict) and 'rows' in value else []
def chosen(value):
    """Of which kind of choice an answer is, and the choices that it names."""
    if isinstance(value, bool): return 'Boolean', [value]
    if isinstance(value, dict) and 'choice' in value: return 'Single', [value['choice']['value']]
    if isinstance(value, dict) and 'choices' in value: return 'Multiple', list(dict.fromkeys(each['value'] for each in value['choices']))
    return None, []
def own(form, units, name):
    """What one answer earns by itself."""
    unit, question = units[name], form.questions[name.split('@')[0]]
    kind, value = question['kind'], unit['value']
    if kind == 'Block':
        names = [units.get(f"{question['block'][0]}@{row}") for row in rows_of(value)] if question['block'] else []
        return rounded(max(0, form.worth(question))) if any(each and accepted(each) for each in names) else 0
    if (value is None and not (unit['excerpt'] or '').strip()) or not (question['administrative'] or accepted(unit)): return 0
    if kind in ('Boolean', 'Single', 'Multiple'):
        return rounded(max(0, sum(form.worth(question, key_of(each)) for each in chosen(value)[1]))) if chosen(value)[0] == kind else 0
    if kind != 'Number': return rounded(max(0, form.worth(question))) if value is None else 0
    if isinstance(value, bool) or not isinstance(value, (int, float)): return 0
    if not any('divisor' in each for each in question['points']): return rounded(max(0, form.worth(question))) if value > 0 else 0
    by = (unit['divisor'] or {}).get('value')
    return rounded(max(0, form.worth(question) * min(1, max(0, value / by)))) if by else 0

def earned(form, units, id, row=None):
    """What a question earns with all that it opens: never more than its most. Of inner questions the best row counts."""
    name, question = (f'{id}@{row}' if row else id), form.questions[id]
    if name not in units: return 0
    value = units[name]['value']
    total = own(form, units, name)
    for inner in question['block']: total += max([0, *(earned(form, units, inner, each) for each in rows_of(value))])
    for each in map(form.questions.get, question['dependent']):
        if each['visibleIf'] in chosen(value)[1]: total += earned(form, units, each['id'], row if each['blockId'] else None)
    return min(rounded(total), form.most(id))
def level(points, most, bounds):
    if most <= 0: return None
    reaches = lambda bound: points > 0 and points >= rounded(bound * most)
    return 'good' if reaches(bounds['good']) else 'med' if reaches(bounds['med']) else 'bad'

def check(form, data, brought):
    """Each figure of a result as it stands, and as it is recomputed."""
    result, points, most = data['result'], {}, {}
    for each in result['questions']:
        units = {unit['unit']: unit for unit in each['units']}
        most[each['id']] = form.most(each['id'])
        points[each['id']] = brought.get(each['id'], 0) if result['calculatedBy'] == 2 else earned(form, units, each['id'])
        for name, unit in units.items(): yield name, unit['own'], own(form, units, name)
        yield each['id'], [each['points'], each['max']], [points[each['id']], most[each['id']]]
    def total(id, of):
        dimension = form.dimensions[id]
        return rounded(sum(total(sub, of) for sub in dimension['subDimensionIds']) + sum(of.get(each, 0) for each in dimension['questionIds']))
    for each in result['dimensions']:
        got, top = total(each['id'], points), total(each['id'], most)
        yield each['id'], [each['points'], each['max'], each['level']], [got, top, level(got, top, data['thresholds'])]
    tops = [each['id'] for each in form.dimensions.values() if each['parentId'] is None and each['id'] != 'survey']
    got, top = (rounded(sum(total(id, of) for id in tops)) for of in (points, most))
    maturity = 'Inicial' if got < 25 else 'Creciente' if got < 50 else 'Madura' if got <= 75 else 'Modelo'
    yield 'total', [result['points'], result['max'], result['maturity']], [got, top, maturity]

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent)
lines = lambda name: map(json.loads, filter(None, (root / f'datos/jsonl/{name}.jsonl').read_text('utf-8').split('\n')))
forms = {each['versionId']: Form(each) for each in (json.loads(path.read_text('utf-8')) for path in (root / 'cuestionario/versiones').glob('*.json'))}
sheets = {(each['id'], each['datos']['sheetId']): each['datos']['points'] for each in lines('filas') if each['tabla'] == 'manualPoints'}
figures = wrong = 0
for data in (each['datos'] for each in lines('resultados') if each['tipo'] == 'snapshot'):
    sheet = (data['institutionId'], data['result']['sheetId'])
    if data['definitionId'] not in forms or (data['result']['calculatedBy'] == 2 and sheet not in sheets):
        found = [('cuestionario o planilla / form or sheet', 'no está / missing', None)]
    else: found = list(check(forms[data['definitionId']], data, sheets.get(sheet, {})))
    for name, said, made in found:
        figures, wrong = figures + 1, wrong + (said != made)
        if said != made: print(data['institution']['name'], data['kind'], data['version'], name, said, '!=', made)
print(f'{figures} cifras / figures, {wrong} distintas / different')
sys.exit(1 if wrong or figures == 0 else 0)
